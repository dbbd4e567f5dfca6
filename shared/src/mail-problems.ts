import { messages } from './messages.ts'

/** The first match wins. Enhanced status codes (5.1.1) come before reply codes (550), which are less exact. */
const problems: readonly [RegExp, keyof typeof messages.mail.problems][] = [
  [/process ended/i, 'processEnded'],
  [/ENOTFOUND|EAI_AGAIN|EDNS|getaddrinfo|queryA/i, 'unknownHost'],
  [/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN/i, 'unreachable'],
  [/begins with TLS/i, 'beginsWithTls'],
  [/wrong version number|packet length too long|EPROTO/i, 'beginsWithoutTls'],
  [/altnames/i, 'otherName'],
  [/self.signed|unable to (verify|get)/i, 'unknownAuthority'],
  [/certificate|ETLS/i, 'certificate'],
  [/ETIMEDOUT|ETIME|timed? ?out|greeting never received/i, 'timedOut'],
  [/ECONNRESET|EPIPE|connection (was )?closed|closed unexpectedly|socket hang up|socket close/i, 'closed'],
  [/EAUTH|\b5\.7\.(8|9)\b|\b5(30|34|35)\b|invalid login|authentication (failed|required)/i, 'signIn'],
  [/\b[45]\.2\.2\b|\b[45]52\b|mailbox (is )?full|over quota|quota exceeded/i, 'mailboxFull'],
  [
    /\b5\.1\.[78]\b|sender (address )?(rejected|refused|denied)|not permitted to send|mail from/i,
    'senderRefused',
  ],
  [/\b5\.7\.1\b.*(spam|policy)|spam|blocked|blacklist|block ?list|reputation/i, 'spam'],
  [
    /\b5\.1\.[1-6]\b|no such (user|mailbox|address)|(user|recipient|mailbox|address) (is )?(unknown|not found|unavailable|rejected)|does ?n[o']t exist|unknown (user|recipient)/i,
    'noSuchAddress',
  ],
  [/\b4\d\d\b|\b4\.\d\.\d\b/, 'later'],
  [/\b5\d\d\b|\b5\.\d\.\d\b/, 'refused'],
]

/** Translates an error of nodemailer or of the mail server to plain words for an admin. */
export function mailProblem(error: string): string {
  const found = problems.find(([words]) => words.test(error))
  return messages.mail.problems[found?.[1] ?? 'unknown']
}

/** The error, followed by the sentence that names the setting to change if a setting can be wrong. */
export function withSettingToChange(error: string): string {
  const problem = mailProblem(error)
  return namesSetting.test(problem) ? `${error.replace(/[\s.:]+$/, '')}. ${problem}` : error
}
const namesSetting = /\b[A-Z]+(_[A-Z]+)+\b/
