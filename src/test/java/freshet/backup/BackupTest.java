package freshet.backup;

import org.jspecify.annotations.Nullable;

final class BackupTest extends BackupContract {
  @Override
  @Nullable String empty() {
    return null;
  }
}
