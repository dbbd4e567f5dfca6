import { ensureBuilt, server } from '../../scripts/build.mjs'

/** Tests that start a program use the build, so it must be up to date. */
export default () => ensureBuilt([server])
