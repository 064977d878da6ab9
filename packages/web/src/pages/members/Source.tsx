import { useIntl } from 'react-intl';
import { Link } from '../../platform/navigation/Link.tsx';
import type { Member, RoleSource } from '../../modules/members/api.ts';
import { roleMessages } from '../../modules/members/roles.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Popover } from '../../ui/overlay/Popover.tsx';
import { useOpener } from '../../ui/overlay/use-opener.ts';
import { membersMessages as messages } from './messages.ts';
import styles from './members.module.css';

/** Where a role comes from; with several sources a button that lists all of them. */
export function Source({ member }: { member: Member }) {
  const { formatMessage } = useIntl();
  const { isOpen, close, anchor, opener } = useOpener();
  const { name, source, sources = [] } = member;
  if (!source) return null;
  const label = formatMessage(messages.sourcesOf, { name });
  return (
    <span className={styles.source}>
      <SourceText source={source} />
      {sources.length > 1 && (
        <Button {...opener} size="small" kind="quiet" aria-label={label}>
          {formatMessage(messages.moreSources, { count: sources.length - 1 })}
        </Button>
      )}
      {isOpen && (
        <Popover anchor={anchor} onClose={close} className={styles.sources} role="dialog" aria-label={label}>
          <ul>
            {sources.map((each) => (
              <li key={`${each.relation} ${each.full_path ?? ''} ${each.access_level}`}>
                <SourceText source={each} />
                <span>{formatMessage(roleMessages(each.access_level))}</span>
              </li>
            ))}
          </ul>
        </Popover>
      )}
    </span>
  );
}

function SourceText({ source: { relation, name, kind, full_path: fullPath } }: { source: RoleSource }) {
  const { formatMessage } = useIntl();
  if (relation === 'direct') return <span>{formatMessage(messages.direct)}</span>;
  if (name === undefined || fullPath === undefined)
    return <span>{formatMessage(relation === 'shared' ? messages.byPrivateGroup : messages.fromPrivateGroup)}</span>;
  return (
    <Link to={{ page: kind === 'project' ? 'projectMembers' : 'groupMembers', fullPath }}>
      {formatMessage(relation === 'shared' ? messages.byGroup : messages.inheritedFrom, { group: name })}
    </Link>
  );
}
