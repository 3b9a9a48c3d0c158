/// Prints the OpenAPI document of `/api/v1`, as the running program gives it out.
public class OpenApi {
  public static void main(String[] args) throws Exception {
    System.out.write(freshet.api.ApiDescription.bytes());
    System.out.flush();
  }
}
