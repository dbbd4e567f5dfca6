import { Clamped } from '../../components/text.tsx'
import { Avatar } from '../../domain/people.tsx'
import './reviews.scss'

export function Person({ id, name }: { id: number; name: string }) {
  return (
    <span className="person">
      <Avatar id={id} name={name} />
      <Clamped text={name} />
    </span>
  )
}
