package freshet.alert;

import freshet.model.Alert;
import freshet.model.Entry;
import freshet.model.Rule;
import freshet.text.Cut;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.SendFailedException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/// Sends alerts as e-mail: one mail for all that are due together.
public final class Mailer {
  private static final int MOST_IN_A_MAIL = 200;
  private static final String PATIENCE = "20000";

  private final MailServer server;
  private final Session session;

  public Mailer(MailServer server) {
    this.server = server;
    boolean login = server.password() != null;
    Properties p = new Properties();
    p.setProperty("mail.smtp.host", server.host());
    p.setProperty("mail.smtp.port", Integer.toString(server.port()));
    p.setProperty("mail.smtp.auth", Boolean.toString(login));
    p.setProperty("mail.smtp.ssl.enable", Boolean.toString(server.tls()));
    p.setProperty("mail.smtp.ssl.checkserveridentity", "true");
    p.setProperty("mail.smtp.starttls.enable", Boolean.toString(!server.tls()));
    // A password goes over the network encrypted or not at all.
    p.setProperty(
        "mail.smtp.starttls.required",
        Boolean.toString(login && !server.tls() && !server.isHere()));
    p.setProperty("mail.smtp.connectiontimeout", PATIENCE);
    p.setProperty("mail.smtp.timeout", PATIENCE);
    p.setProperty("mail.smtp.writetimeout", PATIENCE);
    p.setProperty("mail.smtp.allow8bitmime", "true");
    this.session = Session.getInstance(p);
  }

  /// Returns null if the server took it, else a sentence about the trouble.
  public @Nullable String send(Rule rule, List<Alert> alerts, Instant now) {
    String to = Objects.requireNonNullElse(rule.target(), "");
    return send(to, subject(rule, alerts), text(rule, alerts), now);
  }

  /// The same of any mail.
  public @Nullable String send(String to, String subject, String text, Instant now) {
    try {
      MimeMessage mail = new MimeMessage(session);
      mail.setFrom(new InternetAddress(server.from(), true));
      mail.setRecipient(Message.RecipientType.TO, new InternetAddress(to, true));
      mail.setSubject(subject, "UTF-8");
      mail.setSentDate(Date.from(now));
      mail.setHeader("Auto-Submitted", "auto-generated"); // no out-of-office answers (RFC 3834)
      mail.setText(text, "UTF-8");
      mail.saveChanges();
      try (Transport transport = session.getTransport("smtp")) {
        transport.connect(server.user(), server.password());
        transport.sendMessage(mail, mail.getAllRecipients());
      }
      return null;
    } catch (SendFailedException e) {
      return "The mail server did not take the mail: " + reason(e);
    } catch (MessagingException e) {
      return "The mail server " + server.host() + " could not be used: " + reason(e);
    }
  }

  private static String reason(MessagingException e) {
    Exception inner = e.getNextException();
    String said = String.valueOf(inner == null ? e.getMessage() : inner.getMessage());
    return Cut.to(said.replaceAll("\\s+", " ").strip(), 300);
  }

  private static String subject(Rule rule, List<Alert> alerts) {
    String what =
        alerts.size() == 1
            ? Messages.title(alerts.getFirst().entry())
            : alerts.size() + " new entries";
    return "[" + Cut.to(rule.name(), 60) + "] " + what;
  }

  private static String text(Rule rule, List<Alert> alerts) {
    StringBuilder text = new StringBuilder();
    for (Alert a : alerts.subList(0, Math.min(alerts.size(), MOST_IN_A_MAIL))) {
      Entry e = a.entry();
      text.append(Messages.title(e)).append("\n");
      text.append(e.feedName()).append(", ").append(e.placed()).append("\n");
      if (e.link() != null) text.append(e.link()).append("\n");
      if (e.excerpt() != null) {
        text.append("\n").append(Cut.to(e.excerpt().strip(), 400)).append("\n");
      }
      text.append("\n\n");
    }
    if (alerts.size() > MOST_IN_A_MAIL) {
      text.append("… and ").append(alerts.size() - MOST_IN_A_MAIL).append(" more.\n\n");
    }
    return text.append("-- \nFreshet, by the rule: ").append(rule.query()).append("\n").toString();
  }
}
