/// Who is at the door: passwords, sessions, tokens, and how often one may try. A request comes in,
/// the account it acts for goes out. Knows nothing of what is shown.
@org.jspecify.annotations.NullMarked
package freshet.account;
