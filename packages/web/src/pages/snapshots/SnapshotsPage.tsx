import { useQuery } from '@tanstack/react-query';
import { Camera, Plus } from 'lucide-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { digitsOf } from '@milepost/core/global-ids';
import { snapshotSchedules } from '@milepost/core/roadmap/snapshots';
import { scheduleSnapshots, snapshotsKey, snapshotsQuery, type GroupSnapshots } from '../../modules/snapshots/api.ts';
import { snapshotMessages as messages } from '../../modules/snapshots/messages.ts';
import { SaveSnapshotDialog } from '../../modules/snapshots/SaveSnapshotDialog.tsx';
import { useChange } from '../../platform/forms/use-change.ts';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { usePageSearch } from '../../platform/navigation/page-search.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { Select } from '../../ui/field/Field.tsx';
import { Rows } from '../../ui/list/Rows.tsx';
import { PageBody, PageHead } from '../../ui/page/Page.tsx';
import { Comparison } from './Comparison.tsx';
import { SnapshotRow } from './SnapshotRow.tsx';
import styles from './Snapshots.module.css';

/** The snapshots of a group's roadmap: save, delete, schedule and compare. */
export function SnapshotsPage({ address: { fullPath } }: PageProps<'snapshots'>) {
  const { formatMessage } = useIntl();
  useTitle(formatMessage(messages.title), fullPath);
  const query = useQuery(snapshotsQuery(fullPath));
  return (
    <PageBody>
      <QueryView query={query}>{(group) => <Snapshots fullPath={fullPath} {...group} />}</QueryView>
    </PageBody>
  );
}

function Snapshots({ fullPath, snapshots, maySave, maySchedule, frequency }: GroupSnapshots & { fullPath: string }) {
  const { formatMessage } = useIntl();
  const [search, change] = usePageSearch('snapshots');
  const [isSaving, setSaving] = useState(false);
  const schedule = useChange(snapshotsKey(fullPath));
  const saved = snapshots.filter(({ status }) => status === 'saved');
  const from = saved.find((snapshot) => digitsOf(snapshot.id) === search.from);
  return (
    <>
      <PageHead
        title={formatMessage(messages.title)}
        actions={
          maySave && (
            <Button kind="primary" icon={Plus} onClick={() => setSaving(true)}>
              {formatMessage(messages.save)}
            </Button>
          )
        }
      />
      <p className={styles.lead}>{formatMessage(messages.lead)}</p>
      {from && <Comparison fullPath={fullPath} snapshots={saved} from={from} />}
      {snapshots.length === 0 ? (
        <EmptyState icon={Camera} title={formatMessage(messages.none)} />
      ) : (
        <Rows label={formatMessage(messages.title)}>
          {snapshots.map((snapshot) => (
            <SnapshotRow
              key={snapshot.id}
              fullPath={fullPath}
              snapshot={snapshot}
              mayChange={maySave}
              onCompare={() => change({ from: digitsOf(snapshot.id), to: '', kind: '' })}
            />
          ))}
        </Rows>
      )}
      {maySchedule && (
        <div className={styles.schedule}>
          <Select
            label={formatMessage(messages.schedule)}
            note={formatMessage(messages.scheduleNote)}
            value={frequency ?? ''}
            disabled={schedule.isBusy}
            onChange={({ target }) => {
              const wanted = snapshotSchedules.find((each) => each === target.value) ?? null;
              void schedule.change({ perform: () => scheduleSnapshots(fullPath, wanted) });
            }}
          >
            <option value="">{formatMessage(messages.never)}</option>
            {snapshotSchedules.map((each) => (
              <option key={each} value={each}>
                {formatMessage(messages[each])}
              </option>
            ))}
          </Select>
        </div>
      )}
      {isSaving && <SaveSnapshotDialog fullPath={fullPath} onClose={() => setSaving(false)} />}
    </>
  );
}
