import { Fragment } from 'react'

/** Each is isolated, because a name can have characters that turn what follows around. */
export function Facts({ facts }: { facts: readonly string[] }) {
  return facts.map((fact, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two facts may say the same
    <Fragment key={index}>
      {index > 0 && ' · '}
      <bdi>{fact}</bdi>
    </Fragment>
  ))
}
