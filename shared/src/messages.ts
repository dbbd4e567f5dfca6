/**
 * Every sentence a person can be shown, in one place, so that both sides compare the same words: a file for each
 * area in `messages/`. Kept as a namespace, a page loads only the areas it speaks of.
 */
export * as messages from './messages/all.ts'
