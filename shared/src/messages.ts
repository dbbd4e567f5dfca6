/**
 * Every sentence that users read, in one file for each feature in `messages/`. It is a namespace rather than an object, so
 * that the build leaves out the areas that no page uses.
 */
export * as messages from './messages/all.ts'
