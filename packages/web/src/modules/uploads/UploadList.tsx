import { printSize } from '@milepost/core/files/sizes';
import { File as FileIcon, X } from 'lucide-react';
import { useIntl, type IntlShape } from 'react-intl';
import { Icon } from '../../ui/button/Icon.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { ProgressBar } from '../../ui/progress/ProgressBar.tsx';
import { Hidden } from '../../ui/text/text.tsx';
import type { QueuedFile, UploadQueue } from './queue.ts';
import type { UploadProblem } from './send-file.ts';
import { uploadMessages as messages } from './messages.ts';
import styles from './UploadList.module.css';

export interface UploadListProps {
  queue: Pick<UploadQueue<unknown>, 'cancel' | 'dismiss'>;
  items: readonly QueuedFile[];
  /** Finished files are removed from this list if the page shows them itself. */
  hidesDone?: boolean;
}

/** The uploads in progress: a preview of each, its progress, and a button to cancel it. Results are also announced. */
export function UploadList({ queue, items, hidesDone = false }: UploadListProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const shown = items.filter(({ state }) => !(hidesDone && state === 'done'));
  return (
    <>
      <Hidden>
        <span role="status" aria-live="polite">
          {newsOf(intl, items)}
        </span>
      </Hidden>
      {shown.length > 0 && (
        <ul className={styles.list} aria-label={formatMessage(messages.list)}>
          {shown.map((item) => (
            <UploadRow key={item.id} item={item} queue={queue} />
          ))}
        </ul>
      )}
    </>
  );
}

function UploadRow({ item, queue }: { item: QueuedFile; queue: UploadListProps['queue'] }) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { file, state, share, problem, thumbnail } = item;
  const { name } = file;
  const isUnderWay = state === 'waiting' || state === 'running';
  return (
    <li className={styles.row} data-state={state}>
      <span className={styles.look}>
        {thumbnail ? <img src={thumbnail} width={120} height={120} alt="" /> : <Icon of={FileIcon} />}
      </span>
      <span className={styles.facts}>
        <span className={styles.name}>
          <b>{name}</b> <small>{printSize(file.size, intl.locale)}</small>
        </span>
        {problem && <span className={styles.problem}>{problemText(intl, problem)}</span>}
        {state === 'waiting' && <small>{formatMessage(messages.waiting)}</small>}
        {state === 'running' && <ProgressBar share={share} label={formatMessage(messages.progress, { name })} />}
      </span>
      {isUnderWay ? (
        <IconButton
          icon={X}
          size="small"
          label={formatMessage(messages.cancel, { name })}
          onClick={() => queue.cancel(item.id)}
        />
      ) : (
        <IconButton
          icon={X}
          size="small"
          label={formatMessage(messages.dismiss, { name })}
          onClick={() => queue.dismiss(item.id)}
        />
      )}
    </li>
  );
}

/** The message of a problem. */
export function problemText({ formatMessage }: IntlShape, problem: UploadProblem): string {
  return problem.kind === 'status'
    ? formatMessage(messages.status, { statusCode: String(problem.statusCode) })
    : formatMessage(messages[problem.kind]);
}

/** The last finished file, for screen readers. */
function newsOf(intl: IntlShape, items: readonly QueuedFile[]): string {
  const last = items.findLast(({ state }) => state === 'done' || state === 'failed');
  if (!last) return '';
  const { name } = last.file;
  return last.problem
    ? intl.formatMessage(messages.failed, { name, problem: problemText(intl, last.problem) })
    : intl.formatMessage(messages.done, { name });
}
