/** The message says what is wrong and that nothing was changed, so it is printed without a stack. */
export class BackupError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'BackupError'
  }
}
