import { digitsOf } from '@milepost/core/global-ids';
import { useQueryClient } from '@tanstack/react-query';
import { GitCompareArrows, Milestone, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { deleteSnapshot, retrySnapshot, snapshotsKey, type SnapshotView } from '../../modules/snapshots/api.ts';
import { snapshotMessages as messages } from '../../modules/snapshots/messages.ts';
import { ConfirmDialog } from '../../platform/forms/ConfirmDialog.tsx';
import { useChange } from '../../platform/forms/use-change.ts';
import { ButtonLink } from '../../platform/navigation/Link.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { printTime } from '../../ui/field/days.ts';
import { Row } from '../../ui/list/Rows.tsx';
import { retryLabel } from '../../ui/text/messages.ts';
import { nameInText } from '../../ui/text/names.ts';

export interface SnapshotRowProps {
  fullPath: string;
  snapshot: SnapshotView;
  mayChange: boolean;
  onCompare(): void;
}

/** One snapshot, or the progress or failure of saving it. */
export function SnapshotRow({ fullPath, snapshot, mayChange, onCompare }: SnapshotRowProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const client = useQueryClient();
  const { change, isBusy } = useChange(snapshotsKey(fullPath));
  const [isRemoving, setRemoving] = useState(false);
  const { id, name, note, status, author, createdAt, takenAt } = snapshot;
  const when = printTime(intl, takenAt ?? createdAt);
  const described = author ? formatMessage(messages.by, { when, name: nameInText(intl, author) }) : when;
  const about = {
    pending: formatMessage(messages.saving, { progress: snapshot.progress }),
    failed: formatMessage(messages.failed, { reason: snapshot.failure ?? '' }),
    saved: [described, note].filter(Boolean).join(' · '),
  }[status];
  return (
    <Row
      title={name}
      note={<span role={status === 'saved' ? undefined : 'status'}>{about}</span>}
      end={
        <>
          {status === 'saved' && (
            <>
              <ButtonLink
                size="small"
                icon={Milestone}
                to={{ page: 'roadmap', fullPath }}
                search={{ compare: digitsOf(snapshot.id) }}
              >
                <FormattedMessage {...messages.showOnRoadmap} />
              </ButtonLink>
              <Button size="small" icon={GitCompareArrows} onClick={onCompare}>
                <FormattedMessage {...messages.compare} />
              </Button>
            </>
          )}
          {status === 'failed' && mayChange && (
            <Button
              size="small"
              icon={RotateCw}
              disabled={isBusy}
              onClick={() => void change({ perform: () => retrySnapshot(id) })}
            >
              <FormattedMessage {...retryLabel} />
            </Button>
          )}
          {mayChange && (
            <IconButton
              icon={Trash2}
              size="small"
              label={formatMessage(messages.remove, { name })}
              onClick={() => setRemoving(true)}
            />
          )}
          {isRemoving && (
            <ConfirmDialog
              title={formatMessage(messages.removeTitle)}
              confirm={formatMessage(messages.removeNow)}
              failed={formatMessage(messages.removeFailed)}
              perform={async () => {
                await deleteSnapshot(id);
                await client.invalidateQueries({ queryKey: snapshotsKey(fullPath) });
              }}
              onClose={() => setRemoving(false)}
            >
              <FormattedMessage {...messages.removeText} values={{ name }} />
            </ConfirmDialog>
          )}
        </>
      }
    />
  );
}
