import { auditKinds } from '@milepost/core/accounts/audit';
import { useIntl } from 'react-intl';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { NamespaceField } from '../../modules/hierarchy/forms/NamespaceField.tsx';
import { DateField } from '../../ui/field/DateField.tsx';
import { Select } from '../../ui/field/Field.tsx';
import { type AuditSearch, INSTALLATION, objectOptions, peopleOptions } from './api.ts';
import { auditMessages as messages, kindMessages } from './messages.ts';
import styles from './audit.module.css';

interface AuditFiltersProps {
  log: NamespaceRef | null;
  search: AuditSearch;
  onChange(change: Partial<AuditSearch>): void;
}

/** Person, kind, object and days. The log of a project has no other objects. */
export function AuditFilters({ log, search, onChange }: AuditFiltersProps) {
  const { formatMessage } = useIntl();
  const anyone = { value: '', title: formatMessage(messages.anyone) };
  const anyObject = { value: '', title: formatMessage(messages.anyObject) };
  const installation = { value: INSTALLATION, title: formatMessage(messages.installation) };
  const { author, object, from, to } = search;
  const headings = {
    groups: formatMessage(messages.groups),
    projects: formatMessage(messages.projects),
    people: formatMessage(messages.people),
  };
  return (
    <div role="group" aria-label={formatMessage(messages.filters)} className={styles.filters}>
      <NamespaceField
        label={formatMessage(messages.person)}
        pickLabel={formatMessage(messages.person)}
        chosen={author === '' ? anyone : { value: author, title: `@${author}` }}
        options={peopleOptions}
        first={[anyone]}
        failure={formatMessage(messages.listFailed)}
        onPick={({ value }) => onChange({ author: value })}
      />
      <Select
        label={formatMessage(messages.event)}
        value={search.event}
        onChange={(event) => onChange({ event: event.target.value })}
      >
        <option value="">{formatMessage(messages.anyEvent)}</option>
        {auditKinds.map((kind) => (
          <option key={kind} value={kind}>
            {formatMessage(kindMessages[kind])}
          </option>
        ))}
      </Select>
      {log?.kind !== 'project' && (
        <NamespaceField
          label={formatMessage(messages.object)}
          pickLabel={formatMessage(messages.object)}
          chosen={[anyObject, installation].find(({ value }) => value === object) ?? { value: object, title: object }}
          options={(text) => objectOptions(log, text, headings)}
          first={log === null ? [anyObject, installation] : [anyObject, { value: log.fullPath, title: log.fullPath }]}
          failure={formatMessage(messages.listFailed)}
          onPick={({ value }) => onChange({ object: value })}
        />
      )}
      <div className={styles.period}>
        <DateField
          label={formatMessage(messages.from)}
          value={from}
          clearable
          onChange={(day) => onChange({ from: day })}
        />
        <DateField label={formatMessage(messages.to)} value={to} clearable onChange={(day) => onChange({ to: day })} />
      </div>
    </div>
  );
}
