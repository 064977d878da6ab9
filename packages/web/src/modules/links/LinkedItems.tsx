import type { LinkType } from '@milepost/core/links';
import { useQuery } from '@tanstack/react-query';
import { CalendarDays, EyeOff, Plus, Signpost, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { RequestError } from '../../platform/api/errors.ts';
import { Link } from '../../platform/navigation/Link.tsx';
import { concerns, useFreshOnChange } from '../../platform/live/live.ts';
import { Alert, ErrorState } from '../../ui/feedback/Alert.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { printDay, readDay } from '../../ui/field/days.ts';
import { Icon } from '../../ui/button/Icon.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { Count, text } from '../../ui/text/text.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { usePeekFrame } from '../work-items/peek/peek-frame.ts';
import { shortReference } from '../work-items/reference.ts';
import { WorkItemIcon } from '../work-items/WorkItemIcon.tsx';
import { type LinkingItem, linksQuery, type ShownLink, useLinks } from './api.ts';
import { linkMessages as messages } from './messages.ts';
import styles from './Links.module.css';
import { undoLabel } from '../../ui/text/messages.ts';

const LagField = lazy(async () => ({ default: (await import('./LagField.tsx')).LagField }));
const LinkForm = lazy(async () => ({ default: (await import('./LinkForm.tsx')).LinkForm }));

const groups = [
  { linkType: 'is_blocked_by', title: messages.isBlockedBy },
  { linkType: 'blocks', title: messages.blocks },
  { linkType: 'relates_to', title: messages.relatesTo },
] as const satisfies readonly { linkType: LinkType; title: object }[];

/** The links of an item: blocked by, blocks, relates to; with a form for those who may link. Nothing if it would be empty. */
export function LinkedItems({ item }: { item: LinkingItem }) {
  const { formatMessage } = useIntl();
  const { fullPath, iid } = item;
  const { data, isError, refetch } = useQuery(linksQuery(item));
  const { add, remove, changeLag } = useLinks(item);
  const [isAdding, setAdding] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useFreshOnChange({ kind: item.type === 'epic' ? 'group' : 'project', fullPath }, (message) =>
    concerns(message, item.id) ? [['links', fullPath, iid]] : [],
  );
  if (!data && isError) {
    return (
      <Section title={<FormattedMessage {...messages.linked} />}>
        <ErrorState onRetry={() => void refetch()}>{formatMessage(messages.fetchFailed)}</ErrorState>
      </Section>
    );
  }
  if (!data || (data.links.length === 0 && !data.mayLink)) return null;
  const { links, mayLink } = data;

  /** Shows `sentence` if a request fails. */
  const trying = async (work: Promise<void>, sentence: string): Promise<boolean> => {
    setFailure(null);
    try {
      await work;
      return true;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setFailure(sentence);
      return false;
    }
  };
  const letGo = async (link: ShownLink): Promise<void> => {
    if (!(await trying(remove(link.linkId), formatMessage(messages.removeFailed)))) return;
    const undo = () => void trying(add([link.reference], link.linkType), formatMessage(messages.addFailed));
    toast({ text: formatMessage(messages.removed), action: { label: formatMessage(undoLabel), perform: undo } });
  };
  return (
    <Section
      title={<FormattedMessage {...messages.linked} />}
      after={<Count value={links.length} />}
      end={
        mayLink && (
          <Button size="small" icon={Plus} aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
            <FormattedMessage {...messages.begin} />
          </Button>
        )
      }
    >
      {failure !== null && <Alert tone="danger">{failure}</Alert>}
      {isAdding && (
        <Suspense fallback={null}>
          <LinkForm item={item} onAdd={add} onClose={() => setAdding(false)} />
        </Suspense>
      )}
      {links.length > 0 && (
        <div className={styles.box}>
          {groups.map(({ linkType, title }) => {
            const ofType = links.filter((link) => link.linkType === linkType);
            if (ofType.length === 0) return null;
            return [
              <h3 key={`${linkType} title`}>
                <FormattedMessage {...title} />
              </h3>,
              <ul key={linkType}>
                {ofType.map((link) => (
                  <LinkRow
                    key={link.linkId}
                    link={link}
                    namespacePath={fullPath}
                    onLag={mayLink ? (lagDays) => changeLag(link.id, lagDays) : null}
                    onRemove={mayLink ? () => void letGo(link) : null}
                  />
                ))}
              </ul>,
            ];
          })}
        </div>
      )}
    </Section>
  );
}

function LinkRow({
  link,
  namespacePath,
  onLag,
  onRemove,
}: {
  link: ShownLink;
  namespacePath: string;
  onLag: ((lagDays: number) => Promise<void>) | null;
  onRemove: (() => void) | null;
}) {
  const intl = useIntl();
  const peek = usePeekFrame();
  const due = readDay(link.dueDate);
  return (
    <li className={styles.row} data-closed={link.isClosed || undefined}>
      <span className={styles.icon}>
        <WorkItemIcon type={link.type} state={link.isClosed ? 'closed' : 'opened'} />
      </span>
      {link.isConfidential && (
        <span className={styles.secret} role="img" aria-label={intl.formatMessage(messages.confidential)}>
          <Icon of={EyeOff} size={14} />
        </span>
      )}
      <Link className={`${text.cut} ${text.titleLink}`} to={link.webPath} data-tooltip-cut="">
        {link.title}
      </Link>
      <small>{shortReference(link.reference, namespacePath)}</small>
      <span className={styles.facts}>
        {link.milestone !== null && (
          <small>
            <Icon of={Signpost} size={12} /> {link.milestone}
          </small>
        )}
        {link.gap !== null && <Gap link={link} gap={link.gap} />}
        {due !== null && (link.gap === null || peek === null) && (
          <small>
            <Icon of={CalendarDays} size={12} /> {printDay(intl, due)}
          </small>
        )}
      </span>
      {link.linkType !== 'relates_to' && (
        <Suspense fallback={null}>
          <LagField lagDays={link.lagDays} title={link.title} onChange={onLag} />
        </Suspense>
      )}
      {onRemove && (
        <IconButton
          size="small"
          icon={X}
          iconSize={14}
          label={intl.formatMessage(messages.remove, { title: link.title })}
          onClick={onRemove}
        />
      )}
    </li>
  );
}

/** How the dates of a blocker and of what it blocks follow on each other. With a lag, more days must pass between them. */
function Gap({ link: { linkType, lagDays, isClosed }, gap }: { link: ShownLink; gap: number }) {
  const isEarly = gap <= lagDays;
  const early = linkType === 'blocks' ? messages.startsEarly : messages.endsLate;
  const after = linkType === 'blocks' ? messages.startsAfter : messages.endsBefore;
  return (
    <small data-wrong={(isEarly && !isClosed) || undefined}>
      <FormattedMessage {...(isEarly ? early : after)} values={{ days: isEarly ? lagDays - gap : gap }} />
    </small>
  );
}
