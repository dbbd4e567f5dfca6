/** Equal keys are equal project names: without regard to case, and to how an accent was typed. */
export const projectKey = (name: string) => name.normalize('NFC').toLowerCase()
