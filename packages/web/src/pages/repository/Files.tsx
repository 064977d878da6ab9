import { Download, FileSymlink, FileText, Folder, Package, type LucideIcon } from 'lucide-react';
import { FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl';
import { projectRest } from '../../modules/repositories/api.ts';
import { type LocationView, PAGE_OF_ENTRIES } from '../../modules/repositories/location.ts';
import { restPath } from '../../platform/api/rest.ts';
import { Link } from '../../platform/navigation/Link.tsx';
import { Button, buttonLook } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { printAgo } from '../../ui/field/days.ts';
import { text } from '../../ui/text/text.tsx';
import { repositoryPageMessages as messages } from './messages.ts';
import styles from './Repository.module.css';

interface FilesProps {
  fullPath: string;
  location: LocationView;
  offset: number;
  onOffset(offset: number): void;
}

/** A folder with the newest commit of each entry, or a file. */
export function Files({ fullPath, location, offset, onOffset }: FilesProps) {
  return (
    <>
      <Trail fullPath={fullPath} location={location} />
      {location.lastCommit && <Latest fullPath={fullPath} commit={location.lastCommit} />}
      {location.file ? (
        <File fullPath={fullPath} location={location} file={location.file} />
      ) : (
        <Entries fullPath={fullPath} location={location} offset={offset} onOffset={onOffset} />
      )}
    </>
  );
}

function Trail({ fullPath, location: { ref, path } }: Pick<FilesProps, 'fullPath' | 'location'>) {
  const { formatMessage } = useIntl();
  const parts = path === '' ? [] : path.split('/');
  return (
    <nav aria-label={formatMessage(messages.path)} className={styles.trail}>
      <Link className={text.link} to={{ page: 'repository', fullPath, at: ref }}>
        {ref}
      </Link>
      {parts.map((part, index) => {
        const at = [ref, ...parts.slice(0, index + 1)].join('/');
        return (
          <span key={at}>
            <span aria-hidden> / </span>
            {index === parts.length - 1 ? (
              <span aria-current="page">{part}</span>
            ) : (
              <Link className={text.link} to={{ page: 'repository', fullPath, at }}>
                {part}
              </Link>
            )}
          </span>
        );
      })}
    </nav>
  );
}

function Latest({ fullPath, commit }: { fullPath: string; commit: NonNullable<LocationView['lastCommit']> }) {
  const intl = useIntl();
  return (
    <p className={styles.latest}>
      <Link className={`${text.titleLink} ${text.strong}`} to={{ page: 'commit', fullPath, sha: commit.sha }}>
        {commit.title || commit.shortId}
      </Link>{' '}
      <span className={text.quiet}>
        <FormattedMessage
          {...messages.latest}
          values={{ name: commit.authorName, when: printAgo(intl, commit.authoredDate) }}
        />
      </span>
    </p>
  );
}

type EntryView = NonNullable<LocationView['entries']>[number];

function lookOf({ type, mode }: EntryView): [LucideIcon, MessageDescriptor] {
  if (type === 'tree') return [Folder, messages.folder];
  if (type === 'commit') return [Package, messages.submodule];
  return mode === '120000' ? [FileSymlink, messages.link] : [FileText, messages.file];
}

function Entries({ fullPath, location, offset, onOffset }: FilesProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { ref, entries, entryCount } = location;
  const count = entryCount ?? 0;
  if (!entries || count === 0) {
    return (
      <p className={text.quiet}>
        <FormattedMessage {...messages.emptyFolder} />
      </p>
    );
  }
  return (
    <>
      <table className={styles.entries} aria-label={formatMessage(messages.files)}>
        <thead>
          <tr>
            <th scope="col">{formatMessage(messages.name)}</th>
            <th scope="col" className={styles.wide}>
              {formatMessage(messages.lastCommit)}
            </th>
            <th scope="col">{formatMessage(messages.changed)}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => {
            const [icon, kind] = lookOf(entry);
            const page = entry.type === 'tree' ? 'repository' : 'blob';
            return (
              <tr key={entry.path}>
                <th scope="row">
                  <span className={styles.entry}>
                    <Icon of={icon} label={formatMessage(kind)} />
                    {entry.type === 'commit' ? (
                      entry.name
                    ) : (
                      <Link className={text.titleLink} to={{ page, fullPath, at: `${ref}/${entry.path}` }}>
                        {entry.name}
                      </Link>
                    )}
                  </span>
                </th>
                <td className={styles.wide}>
                  {entry.lastCommit && (
                    <Link
                      className={`${text.titleLink} ${text.quiet}`}
                      to={{ page: 'commit', fullPath, sha: entry.lastCommit.sha }}
                    >
                      {entry.lastCommit.title || entry.lastCommit.sha.slice(0, 8)}
                    </Link>
                  )}
                </td>
                <td className={text.quiet}>{entry.lastCommit && printAgo(intl, entry.lastCommit.authoredDate)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {count > PAGE_OF_ENTRIES && (
        <div className={styles.pages}>
          <Button disabled={offset === 0} onClick={() => onOffset(Math.max(0, offset - PAGE_OF_ENTRIES))}>
            <FormattedMessage {...messages.earlier} />
          </Button>
          <span className={text.quiet}>
            <FormattedMessage {...messages.range} values={{ from: offset + 1, to: offset + entries.length, count }} />
          </span>
          <Button disabled={offset + PAGE_OF_ENTRIES >= count} onClick={() => onOffset(offset + PAGE_OF_ENTRIES)}>
            <FormattedMessage {...messages.later} />
          </Button>
        </div>
      )}
    </>
  );
}

function File({
  fullPath,
  location: { ref, path },
  file,
}: Pick<FilesProps, 'fullPath' | 'location'> & { file: NonNullable<LocationView['file']> }) {
  const { formatMessage } = useIntl();
  const raw = restPath(projectRest(fullPath, `/repository/files/${encodeURIComponent(path)}/raw`), { ref });
  const lines = file.text === null ? 0 : file.text.replace(/\n$/, '').split('\n').length;
  return (
    <>
      <p>
        <a {...buttonLook()} href={raw} download={file.name}>
          <Icon of={Download} />
          <FormattedMessage {...messages.download} />
        </a>
      </p>
      {file.text === null || file.text === '' ? (
        <p className={text.quiet}>
          {file.text === null ? (
            <FormattedMessage {...messages.notShown} values={{ bytes: file.size }} />
          ) : (
            <FormattedMessage {...messages.emptyFile} />
          )}
        </p>
      ) : (
        <div
          className={styles.file}
          role="region"
          aria-label={formatMessage(messages.content, { name: file.name })}
          // Wide lines scroll; the keyboard must reach what scrolls.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
        >
          <pre aria-hidden className={styles.numbers}>
            {Array.from({ length: lines }, (_, index) => index + 1).join('\n')}
          </pre>
          <pre className={styles.text}>{file.text}</pre>
        </div>
      )}
    </>
  );
}
