package freshet.cli;

import picocli.CommandLine.IVersionProvider;

/// Which Freshet this is.
final class Version implements IVersionProvider {
  static String number() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "0" : version;
  }

  @Override
  public String[] getVersion() {
    return new String[] {"freshet " + number()};
  }
}
