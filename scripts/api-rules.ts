import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'

/** Returns one line for everything that Spectral's recommended rules for OpenAPI find, hints included. */
export async function apiProblems(description: object): Promise<string[]> {
  const spectral = new Spectral()
  spectral.setRuleset({
    // The two packages declare the type of a ruleset differently.
    extends: [[oas as RulesetDefinition, 'recommended']],
    rules: {
      // It compiles a schema for each of 1,700 examples, which takes ten seconds. server/test/openapi.http.test.ts validates
      // them too.
      'oas3-valid-media-example': 'off',
    },
  })
  const problems = await spectral.run({ ...description })
  return problems.map(({ code, message, path }) => `${code}: ${message} (${path.join(' > ')})`)
}
