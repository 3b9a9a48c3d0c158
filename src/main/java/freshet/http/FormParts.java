package freshet.http;

import jakarta.servlet.http.Part;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.MultiPart;
import org.eclipse.jetty.http.MultiPartFormData;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Promise;
import org.jspecify.annotations.Nullable;

/// The parts of a `multipart/form-data` body that has been read whole: no file is ever written.
final class FormParts {
  private FormParts() {}

  /// @throws Problem if it is not what its type says
  static List<Part> of(String contentType, byte[] body, Body allowed) {
    String boundary = MultiPart.extractBoundary(contentType);
    if (boundary == null) throw wrong();
    MultiPartFormData.Parser parser = new MultiPartFormData.Parser(boundary);
    parser.setMaxParts(allowed.mostFields);
    parser.setMaxLength(allowed.largest);
    parser.setMaxFileSize(allowed.largest);
    parser.setMaxMemoryFileSize(allowed.largest);
    parser.setPartHeadersMaxLength(8 << 10);
    List<Part> parts = new ArrayList<>();
    try (MultiPartFormData.Parts read = read(parser, body)) {
      for (MultiPart.Part part : read) {
        if (part.getName() == null) throw wrong();
        parts.add(InMemory.of(part));
      }
    } catch (IOException e) {
      throw wrong();
    }
    return parts;
  }

  /// All of it is in memory, so the parser is done when it returns.
  private static MultiPartFormData.Parts read(MultiPartFormData.Parser parser, byte[] body) {
    CompletableFuture<MultiPartFormData.Parts> read = new CompletableFuture<>();
    parser.parse(
        Content.Source.from(ByteBuffer.wrap(body)),
        new Promise.Invocable<>() {
          @Override
          public void succeeded(MultiPartFormData.Parts parts) {
            boolean _ = read.complete(parts);
          }

          @Override
          public void failed(Throwable e) {
            boolean _ = read.completeExceptionally(e);
          }
        });
    try {
      return read.join();
    } catch (CompletionException e) {
      throw wrong();
    }
  }

  private static Problem wrong() {
    return new Problem(400, "The body is wrong", "It cannot be read as multipart/form-data");
  }

  private record InMemory(
      String name,
      @Nullable String file,
      @Nullable String type,
      List<HttpField> fields,
      byte[] content)
      implements Part {

    static InMemory of(MultiPart.Part part) throws IOException {
      byte[] content = BufferUtil.toArray(Content.Source.asByteBuffer(part.createContentSource()));
      return new InMemory(
          part.getName(),
          part.getFileName(),
          part.getHeaders().get(HttpHeader.CONTENT_TYPE),
          part.getHeaders().stream().toList(),
          content);
    }

    @Override
    public InputStream getInputStream() {
      return new ByteArrayInputStream(content);
    }

    @Override
    public @Nullable String getContentType() {
      return type;
    }

    @Override
    public String getName() {
      return name;
    }

    @Override
    public @Nullable String getSubmittedFileName() {
      return file;
    }

    @Override
    public long getSize() {
      return content.length;
    }

    @Override
    public void write(String fileName) {
      throw new UnsupportedOperationException("parts stay in memory");
    }

    @Override
    public void delete() {
      // nothing was written
    }

    @Override
    public @Nullable String getHeader(String header) {
      return getHeaders(header).stream().findFirst().orElse(null);
    }

    @Override
    public Collection<String> getHeaders(String header) {
      return fields.stream()
          .filter(f -> f.getName().equalsIgnoreCase(header))
          .map(HttpField::getValue)
          .toList();
    }

    @Override
    public Collection<String> getHeaderNames() {
      return fields.stream().map(HttpField::getName).toList();
    }
  }
}
