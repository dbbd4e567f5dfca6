import check from 'bootstrap-icons/icons/check2.svg?raw'
import { messages } from '#shared/messages.ts'
import { Icon } from '../../components/icon.tsx'

export function ReportingTips() {
  return (
    <section className="card card-body" aria-labelledby="tips">
      <h2 id="tips">Reporting tips</h2>
      <ul className="tips">
        {messages.dashboard.tips.map(tip => (
          <li key={tip}>
            <Icon svg={check} />
            {tip}
          </li>
        ))}
      </ul>
    </section>
  )
}
