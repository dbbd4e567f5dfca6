import { ensureBuilt, server } from '../../scripts/build.mjs'

/** Tests that start a program start the built one, of the sources as they are. */
export default () => ensureBuilt([server])
