import './users.scss'

type UserFilterProps = { value: string; onChange: (value: string) => void; status: string }

export function UserFilter({ value, onChange, status }: UserFilterProps) {
  return (
    <div className="list-tools">
      <input
        type="search"
        className="form-control user-filter"
        aria-label="Filter users"
        placeholder="Filter by name, email or role"
        value={value}
        onChange={event => onChange(event.target.value)}
      />
      <p className="text-body-secondary tabular" role="status">
        {/* Another text, not the same one moved: it ends at the right. */}
        <span key={status}>{status}</span>
      </p>
    </div>
  )
}
