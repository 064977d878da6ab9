import { printSize } from '@milepost/core/files/sizes';
import { FormattedMessage, useIntl } from 'react-intl';
import { ButtonLink } from '../../platform/navigation/Link.tsx';
import { type ImportReport, type ImportView, isUnderWay } from '../../modules/imports/api.ts';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Badge, type Tone } from '../../ui/text/Badge.tsx';
import { printAgo } from '../../ui/field/days.ts';
import { pageLook } from '../../ui/page/Page.tsx';
import { ProgressBar } from '../../ui/progress/ProgressBar.tsx';
import { importMessages as messages, thingMessages } from './messages.ts';
import styles from './Imports.module.css';

const states = {
  uploaded: messages.waiting,
  running: messages.running,
  finished: messages.finished,
  failed: messages.failed,
};
const tones: Readonly<Record<ImportView['state'], Tone>> = {
  uploaded: 'neutral',
  running: 'info',
  finished: 'success',
  failed: 'danger',
};

/** One import: its progress or result. */
export function ImportCard({ view, isNewest }: { view: ImportView; isNewest: boolean }) {
  const intl = useIntl();
  const facts = { ago: printAgo(intl, view.createdAt), size: printSize(view.size, intl.locale) };
  return (
    <article className={pageLook.card}>
      <div className={styles.head}>
        <h3>{view.fileName}</h3>
        <Badge tone={tones[view.state]}>
          <FormattedMessage {...states[view.state]} />
        </Badge>
      </div>
      <p className={styles.meta}>
        {view.report ? (
          <FormattedMessage {...messages.took} values={{ ...facts, seconds: Math.round(view.report.seconds) }} />
        ) : (
          <FormattedMessage {...messages.began} values={facts} />
        )}
      </p>
      {isUnderWay(view) && <Running view={view} />}
      {view.state === 'failed' && (
        <div className={styles.failure}>
          <Alert tone="danger">
            {view.error !== null && asSentence(view.error)} <FormattedMessage {...messages.nothingLeft} />
          </Alert>
        </div>
      )}
      {view.report && <Report report={view.report} isOpen={isNewest} />}
    </article>
  );
}

function Running({ view }: { view: ImportView }) {
  const intl = useIntl();
  const { phase, done, total } = view;
  const said =
    phase === null
      ? intl.formatMessage(messages.waiting)
      : phase === 'reading'
        ? intl.formatMessage(messages.reading, {
            done: printSize(done, intl.locale),
            total: printSize(total, intl.locale),
          })
        : intl.formatMessage(messages.progress, { phase: phase.charAt(0).toUpperCase() + phase.slice(1), done, total });
  return (
    <div className={styles.progress}>
      <span>{said}</span>
      <ProgressBar share={total > 0 ? (done / total) * 100 : null} label={said} />
    </div>
  );
}

/** The position of a kind in the report: in the order of its messages, unknown ones last. */
function rankOf(thing: string): number {
  const at = Object.keys(thingMessages).indexOf(thing);
  return at === -1 ? Infinity : at;
}

const shownProblems = 100;

function Report({ report, isOpen }: { report: ImportReport; isOpen: boolean }) {
  const { formatMessage, formatNumber } = useIntl();
  const rows = Object.entries(report.counts)
    .filter(([, count]) => count.added + count.present + count.leftOut > 0)
    .toSorted(([one], [other]) => rankOf(one) - rankOf(other));
  return (
    <details className={styles.report} open={isOpen}>
      <summary>
        <FormattedMessage {...messages.report} />
      </summary>
      <table className={styles.table}>
        <thead>
          <tr>
            {[messages.what, messages.added, messages.present, messages.leftOut].map((heading) => (
              <th key={heading.id} scope="col">
                <FormattedMessage {...heading} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([thing, count]) => (
            <tr key={thing}>
              <th scope="row">
                {thing in thingMessages ? formatMessage(thingMessages[thing as keyof typeof thingMessages]) : thing}
              </th>
              <td>{formatNumber(count.added)}</td>
              <td>{formatNumber(count.present)}</td>
              <td>{formatNumber(count.leftOut)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {report.problemCount > 0 && <Problems report={report} />}
      {report.passedOver.length > 0 && (
        <p className={styles.meta} style={{ marginTop: 12 }}>
          <FormattedMessage
            {...messages.passedOver}
            values={{
              parts: report.passedOver
                .map(({ relation, records }) => `${relation} (${formatNumber(records)})`)
                .join(', '),
            }}
          />
        </p>
      )}
      <div className={pageLook.formActions} style={{ marginTop: 16 }}>
        <ButtonLink to={{ page: report.kind, fullPath: report.fullPath }} size="small">
          <FormattedMessage {...messages.open} values={{ path: report.fullPath }} />
        </ButtonLink>
      </div>
    </details>
  );
}

function Problems({ report }: { report: ImportReport }) {
  const { formatMessage } = useIntl();
  const rest = report.problemCount - Math.min(report.problems.length, shownProblems);
  const title = formatMessage(messages.problems, { count: report.problemCount });
  return (
    <div className={styles.problems}>
      <h4>{title}</h4>
      {/* It scrolls, so it must be focusable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul tabIndex={0} aria-label={title}>
        {report.problems.slice(0, shownProblems).map(({ location, problem }, index) => (
          <li key={`${index} ${location}`}>
            <code>{location}</code> {problem}
          </li>
        ))}
        {rest > 0 && (
          <li>
            <FormattedMessage {...messages.moreProblems} values={{ count: rest }} />
          </li>
        )}
      </ul>
    </div>
  );
}

/** The server's text names a position and a problem, without a full stop; another sentence follows here. */
function asSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
