import packageJson from '../../../package.json' with { type: 'json' }

/** As package.json has it. */
export const programVersion = (): string => packageJson.version
