import { type FailureCode, failureCodes, failureKind } from '../src/failure-codes.ts'

/** The code with this status and sentence, or undefined. */
export function codeOf(status: number, sentence: string): FailureCode | undefined {
  return failureCodes.find(code => failureKind(code).status === status && saysIt(code, sentence))
}

/** Whether the sentence is this code's, whatever values it names. */
export function saysIt(code: FailureCode, sentence: string): boolean {
  const says = failureKind(code).says as string | ((value: unknown) => string)
  if (typeof says === 'string') return says === sentence
  const [before = '', after = ''] = says('§').split('§')
  // One day, one minute: some sentences say that in other words.
  return says(1) === sentence || (sentence.startsWith(before) && sentence.endsWith(after))
}
