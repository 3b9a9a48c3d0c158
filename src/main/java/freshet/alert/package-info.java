/// Alerts in, messages to other services out: what a webhook, a push server or a mail server is
/// sent. Knows no store and does not decide when; the only place with Jakarta Mail.
@NullMarked
package freshet.alert;

import org.jspecify.annotations.NullMarked;
