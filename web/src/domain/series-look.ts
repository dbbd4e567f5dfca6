import { type Role, roles } from '#shared/roles.ts'
import { hueCount, type Look, textureCount } from '../components/chart/stacked-bars.tsx'

/** A project, person or role has the same hue on every screen. */
export function hueOf(id: number | string): number {
  return (typeof id === 'number' ? id : roles.indexOf(id as Role)) % hueCount
}

/** The looks of the parts of one picture. Ids that share a hue differ in texture, in the order of the picture. */
export function looksOf(ids: readonly (number | string)[]): Look[] {
  return ids.map((id, index) => {
    const hue = hueOf(id)
    const before = ids.slice(0, index).filter(other => hueOf(other) === hue).length
    return { hue, texture: before % textureCount }
  })
}

export const lookOf = (id: number | string): Look => ({ hue: hueOf(id), texture: 0 })

export const otherLook: Look = { hue: 'other', texture: 0 }
