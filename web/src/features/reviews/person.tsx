import { Avatar } from '../../components/avatar.tsx'
import { Clamped } from '../../components/clamped.tsx'
import './reviews.scss'

export function Person({ id, name }: { id: number; name: string }) {
  return (
    <span className="person">
      <Avatar id={id} name={name} />
      <Clamped text={name} />
    </span>
  )
}
