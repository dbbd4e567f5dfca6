/** The commit is null if the build didn't know it. */
export type ProgramVersion = { version: string; commit: string | null }

/** Such as "1.1.0 (9f8e7d6)", or only the version. */
export const versionText = ({ version, commit }: ProgramVersion): string =>
  commit === null ? version : `${version} (${commit})`
