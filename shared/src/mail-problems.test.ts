import { expect, test } from 'vitest'
import { mailProblem, withSettingToChange } from './mail-problems.ts'
import { messages } from './messages.ts'

test.each([
  ['connect ECONNREFUSED 127.0.0.1:25', 'unreachable'],
  ['getaddrinfo ENOTFOUND mail.example.com', 'unknownHost'],
  ['Connection timeout', 'timedOut'],
  ['Greeting never received', 'timedOut'],
  ['Connection closed unexpectedly', 'closed'],
  ['read ECONNRESET', 'closed'],
  ['535 5.7.8 Error: authentication failed', 'signIn'],
  ['self-signed certificate', 'unknownAuthority'],
  ['self-signed certificate in certificate chain', 'unknownAuthority'],
  ['unable to verify the first certificate', 'unknownAuthority'],
  ["Hostname/IP does not match certificate's altnames: Host: localhost. is not cert's CN", 'otherName'],
  ['certificate has expired', 'certificate'],
  [messages.mail.beginsWithTls, 'beginsWithTls'],
  [
    'write EPROTO 00:error:0A00010B:SSL routines:tls_validate_record_header:wrong version number',
    'beginsWithoutTls',
  ],
  [
    '550 5.1.1 <gone@example.com>: Recipient address rejected: User unknown in virtual mailbox table',
    'noSuchAddress',
  ],
  ['550 No such user here', 'noSuchAddress'],
  ['552 5.2.2 Mailbox full', 'mailboxFull'],
  ['553 5.1.8 Sender address rejected: Domain not found', 'senderRefused'],
  ['554 5.7.1 Message rejected as spam by content filtering', 'spam'],
  ['451 4.3.0 Try again later', 'later'],
  ['421 Too many connections', 'later'],
  ['554 Transaction failed', 'refused'],
  [messages.mail.processEnded, 'processEnded'],
  ['unknown reason', 'unknown'],
] as const)('%s', (error, problem) => {
  const sentence = messages.mail.problems[problem]
  expect(mailProblem(`The mail server didn't accept the email: ${error}`)).toBe(sentence)
  const explained = withSettingToChange(error)
  expect(explained).toBe(/[A-Z]_[A-Z]/.test(sentence) ? `${error}. ${sentence}` : error)
  expect(mailProblem(explained), 'the sentence is about the same problem').toBe(sentence)
})
