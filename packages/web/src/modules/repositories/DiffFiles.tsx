import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo, useId, useMemo, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../ui/button/Button.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { Hidden, text } from '../../ui/text/text.tsx';
import type { FileDiff } from './api.ts';
import { countLines, diffLines, type DiffLine } from './diff-lines.ts';
import { repositoryMessages as messages } from './messages.ts';
import styles from './DiffFiles.module.css';

/** A longer diff is shown on demand, this many lines at a time. */
const MAX_LINES = 500;

/** The element of the paths: one level below the heading above the files. */
type Heading = 'h2' | 'h3';

/** Changed files. What comes from the repository is shown as text. */
export function DiffFiles({ files, heading }: { files: readonly FileDiff[]; heading: Heading }) {
  return files.map((file) => (
    <DiffFile key={`${file.old_path}\0${file.new_path}\0${file.b_mode}`} file={file} heading={heading} />
  ));
}

const DiffFile = memo(function DiffFile({ file, heading: Path }: { file: FileDiff; heading: Heading }) {
  const { formatMessage } = useIntl();
  const id = useId();
  const [isOpen, setOpen] = useState(true);
  const lines = useMemo(() => diffLines(file.diff), [file.diff]);
  const { added, removed } = countLines(lines);
  const { new_path: path } = file;
  const fold = formatMessage(isOpen ? messages.fold : messages.unfold, { path });
  return (
    <section className={styles.file} aria-labelledby={id}>
      <div className={styles.head}>
        <IconButton
          size="small"
          icon={isOpen ? ChevronDown : ChevronRight}
          label={fold}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
        <Path id={id} className={styles.path}>
          {path}
        </Path>
        <Kind file={file} />
        {added + removed > 0 && (
          <span className={styles.counts}>
            <span aria-hidden className={styles.plus}>
              +{added}
            </span>
            <span aria-hidden className={styles.minus}>
              −{removed}
            </span>
            <Hidden>
              <FormattedMessage {...messages.counts} values={{ added, removed }} />
            </Hidden>
          </span>
        )}
      </div>
      {isOpen && <Body file={file} lines={lines} />}
    </section>
  );
});

function Kind({ file }: { file: FileDiff }) {
  if (file.new_file)
    return (
      <Badge tone="success">
        <FormattedMessage {...messages.added} />
      </Badge>
    );
  if (file.deleted_file)
    return (
      <Badge tone="danger">
        <FormattedMessage {...messages.deleted} />
      </Badge>
    );
  if (!file.renamed_file) return null;
  return (
    <>
      <Badge tone="info">
        <FormattedMessage {...messages.renamed} />
      </Badge>
      <span className={`${text.quiet} ${styles.path}`}>
        <FormattedMessage {...messages.from} values={{ path: file.old_path }} />
      </span>
    </>
  );
}

function Body({ file, lines }: { file: FileDiff; lines: readonly DiffLine[] }) {
  const isLong = lines.length > MAX_LINES;
  const [shown, setShown] = useState(isLong ? 0 : MAX_LINES);
  if (file.too_large || file.collapsed) {
    return (
      <p className={styles.note}>
        <FormattedMessage {...(file.too_large ? messages.tooLarge : messages.collapsed)} />
      </p>
    );
  }
  const isModeChanged = file.a_mode !== file.b_mode && !file.new_file && !file.deleted_file;
  return (
    <>
      {isModeChanged && (
        <p className={styles.note}>
          <FormattedMessage {...messages.mode} values={{ from: file.a_mode, to: file.b_mode }} />
        </p>
      )}
      {lines.length === 0 && !isModeChanged && (
        <p className={styles.note}>
          <FormattedMessage {...messages.noText} />
        </p>
      )}
      {shown > 0 && lines.length > 0 && <Lines path={file.new_path} lines={lines.slice(0, shown)} />}
      {shown < lines.length && (
        <div className={styles.more}>
          <Button kind="quiet" size="small" onClick={() => setShown(shown + MAX_LINES)}>
            {shown === 0 ? (
              <FormattedMessage {...messages.long} values={{ count: lines.length }} />
            ) : (
              <FormattedMessage {...messages.showMore} values={{ count: lines.length - shown }} />
            )}
          </Button>
        </div>
      )}
    </>
  );
}

const signs: Readonly<Partial<Record<DiffLine['kind'], string>>> = { added: '+', removed: '−' };

function Lines({ path, lines }: { path: string; lines: readonly DiffLine[] }) {
  const { formatMessage } = useIntl();
  return (
    // Wide lines scroll; the keyboard must reach what scrolls.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="group" aria-label={path} tabIndex={0}>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th>
              <Hidden>{formatMessage(messages.oldLine)}</Hidden>
            </th>
            <th>
              <Hidden>{formatMessage(messages.newLine)}</Hidden>
            </th>
            <th>
              <Hidden>{formatMessage(messages.content)}</Hidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            // The lines of a diff do not change.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index} data-kind={line.kind}>
              <td className={styles.number}>{line.oldNumber}</td>
              <td className={styles.number}>{line.newNumber}</td>
              <td className={styles.line}>
                <span className={styles.sign}>{signs[line.kind] ?? ' '}</span>
                {line.text}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
