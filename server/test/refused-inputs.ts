type Case = [input: object, field: string, sentence: string]

/** Cases for `test.each`, each with a short name in front because values can be ten thousand characters long. */
export function refusedInputs(cases: Case[]): [name: string, ...Case][] {
  return cases.map(each => [brief(each[0]), ...each])
}

function brief(input: object): string {
  return JSON.stringify(input)
    .replace(/(.)\1{20,}/g, (run, letter) => `${letter}×${run.length}`)
    .slice(0, 100)
}
