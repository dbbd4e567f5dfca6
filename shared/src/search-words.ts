// Both databases and the browser compare texts by the words that this module makes of them, so they find the same.

/** Changes with every change of the words that this module makes of a text: the server then builds its index again. */
export const searchWordsVersion = 1

export type PlacedWord = { word: string; start: number; end: number }

/** Longer words are compared by their beginning: no index stores words of any length. */
const longestWord = 64

/** Letters that no normalization takes apart. */
const spelledOut: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
}
/** Apostrophes and what is invisible inside a word: `O'Brien` is one word. */
const dropped = new Set("'’‘ʼ\u00ad\u200c\u200d\u2060\ufeff")
/** A Hangul syllable can be stored as its two or three letters. Everything else is folded by character. */
const clusters = /[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?|./gsu
/** Chinese characters and Hangul syllables, which folding never changes, are left out: a text has thousands of different ones. */
const changingClusters =
  /[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?|'|[^\0-\x7f\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]/gu
const runs = /[\p{L}\p{N}]+/gu
/** Scripts that are written without spaces between words. */
const unspaced = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}]/u
const unspacedOrOther =
  /(?<unspaced>[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}]+)|[^\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}]+/gu
const beyondAscii = /[^\0-\x7f]/

const foldedClusters = new Map<string, string>()
const foldedClustersMax = 5000

/** Texts repeat few characters, and normalizing one takes longer than finding what was made of it before. */
function foldCluster(cluster: string): string {
  let folded = foldedClusters.get(cluster)
  if (folded === undefined) {
    if (foldedClusters.size >= foldedClustersMax) foldedClusters.clear()
    folded = dropped.has(cluster) ? '' : normalize(cluster)
    foldedClusters.set(cluster, folded)
  }
  return folded
}

function normalize(cluster: string): string {
  const plain = cluster.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')
  return [...plain.normalize('NFC')].map(letter => spelledOut[letter] ?? letter).join('')
}

/** A text without case, accents and apostrophes. */
const fold = (text: string) => text.replace(changingClusters, foldCluster).toLowerCase()

/** A run of letters and digits. Scripts without spaces make runs of their own. */
type Run = { at: number; text: string; isUnspaced: boolean }

function runsOf(folded: string): Run[] {
  const found: Run[] = []
  for (const { 0: run, index } of folded.matchAll(runs)) {
    if (!beyondAscii.test(run) || !unspaced.test(run)) found.push({ at: index, text: run, isUnspaced: false })
    else
      for (const { 0: text, index: within, groups } of run.matchAll(unspacedOrOther))
        found.push({ at: index + within, text, isUnspaced: groups?.unspaced !== undefined })
  }
  return found
}

/** Counts characters, so that none is cut in half. */
const cutWord = (text: string) =>
  text.length <= longestWord ? text : [...text].slice(0, longestWord).join('')

type Piece = { word: string; at: number; length: number }

/** The whole run, or the pairs of a script without spaces. */
function piecesOf(folded: string): Piece[] {
  const pieces: Piece[] = []
  for (const { at, text, isUnspaced } of runsOf(folded)) {
    if (!isUnspaced) {
      pieces.push({ word: cutWord(text), at, length: text.length })
      continue
    }
    const characters = [...text]
    let from = at
    characters.forEach((character, index) => {
      const word = character + (characters[index + 1] ?? '')
      pieces.push({ word, at: from, length: word.length })
      from += character.length
    })
  }
  return pieces
}

/**
 * The words of a stored text, each once. Scripts without spaces become pairs of characters, and the last character of a
 * run once more, so that a single character is the beginning of a word wherever it stands.
 */
export function wordsOf(text: string): string[] {
  const words = asciiRunsOf(text)?.map(cutWord) ?? piecesOf(fold(text)).map(({ word }) => word)
  return [...new Set(words)]
}

/** Whether a text has a word that begins with one of these. Takes a fraction of the time of `placedWords`. */
export const hasWord = (text: string, searched: readonly string[]) =>
  wordsOf(text).some(word => searched.some(each => matches(word, each)))

/**
 * The runs of a text without other characters, which most texts are: the same runs take a fraction of the time. Every
 * submit waits for its words, and every name that is typed for a thousand of them.
 */
const asciiRunsOf = (text: string) =>
  beyondAscii.test(text) ? undefined : (fold(text).match(/[a-z0-9]+/g) ?? [])

/** The words of a stored text in their order, with the part of the text that each was made of. */
export function placedWords(text: string): PlacedWord[] {
  let folded = ''
  const starts: number[] = []
  const ends: number[] = []
  for (const { 0: cluster, index } of text.matchAll(clusters)) {
    const made = fold(cluster)
    folded += made
    for (let unit = 0; unit < made.length; unit++) {
      starts.push(index)
      ends.push(index + cluster.length)
    }
  }
  return piecesOf(folded).map(({ word, at, length }) => ({
    word,
    start: starts[at] as number,
    end: ends[at + length - 1] as number,
  }))
}

/** The words that someone searches for, each once and without those that another one begins with. */
export function searchedWords(text: string): string[] {
  const words = runsOf(fold(text)).flatMap(({ text: run, isUnspaced }) => {
    const characters = [...run]
    if (!isUnspaced || characters.length === 1) return cutWord(run)
    // The last character is part of the last pair.
    return characters.slice(1).map((character, index) => characters[index] + character)
  })
  const unique = [...new Set(words)]
  return unique.filter(word => !unique.some(other => other !== word && matches(other, word)))
}

/** A whole name, by which it is found first. */
export const wholeName = (text: string) =>
  (asciiRunsOf(text) ?? runsOf(fold(text)).map(run => run.text)).join('_')

/** A letter is a beginning of too many words to be looked for in texts. A character of a script without spaces is a word. */
export const isOneLetter = (word: string) => /^\p{L}$/u.test(word) && !unspaced.test(word)

/** A digit is looked for as a whole word: as a beginning it would find most numbers. */
export const isOneDigit = (word: string) => /^\p{N}$/u.test(word)

/** Whether a word of a text is one that is searched for. */
export const matches = (word: string, searched: string) =>
  isOneDigit(searched) ? word === searched : word.startsWith(searched)
