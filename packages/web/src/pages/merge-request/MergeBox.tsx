import { CircleCheck, CircleDashed, CircleX, ExternalLink, GitMerge, RotateCcw, type LucideIcon } from 'lucide-react';
import { useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  discussionsKey,
  mergeRequestKey,
  type MergeRequestView,
  type RequestProps,
} from '../../modules/merge-requests/api.ts';
import { merge, retryCheck, setApproval } from '../../modules/merge-requests/changes.ts';
import { forgeNames } from '../../modules/merge-requests/messages.ts';
import { Person } from '../../modules/users/Person.tsx';
import { PersonLink } from '../../modules/users/PersonLink.tsx';
import { present } from '../../platform/api/graphql.ts';
import { useChange } from '../../platform/forms/use-change.ts';
import { Link } from '../../platform/navigation/Link.tsx';
import { session } from '../../platform/session/session.ts';
import { Button, buttonLook } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { Checkbox } from '../../ui/field/Field.tsx';
import { printAgo } from '../../ui/field/days.ts';
import { Badge, type Tone } from '../../ui/text/Badge.tsx';
import { text } from '../../ui/text/text.tsx';
import { requestMessages as messages } from './messages.ts';
import styles from './MergeRequest.module.css';

const useRequestChange = ({ request, fullPath }: RequestProps) => {
  const address = { fullPath, iid: request.iid };
  return { address, ...useChange(mergeRequestKey(address), discussionsKey(address), ['merge-requests']) };
};

/** Approvals, status checks, and merging or why it is not possible. */
export function MergeBox(props: RequestProps) {
  const { request } = props;
  return (
    <div className={styles.box}>
      {request.origin && <OtherForge origin={request.origin} />}
      {!request.origin && <Approvals {...props} />}
      {request.statusChecks && request.statusChecks.length > 0 && <Checks {...props} />}
      {request.state === 'merged' && <Merged {...props} />}
      {request.state === 'closed' && <Closed request={request} />}
      {request.state === 'opened' && !request.origin && <Merging {...props} />}
    </div>
  );
}

function OtherForge({ origin }: { origin: NonNullable<MergeRequestView['origin']> }) {
  const { url, author } = origin;
  const forge = forgeNames[origin.forge] ?? origin.forge;
  const name = origin.project && origin.number ? `${forge} (${origin.project}#${origin.number})` : forge;
  return (
    <div className={styles.line}>
      <p>
        <FormattedMessage {...messages.fromForge} values={{ author: author ?? '?', forge: name }} />
      </p>
      {url && /^https?:\/\//i.test(url) && (
        <a {...buttonLook()} href={url} target="_blank" rel="noopener noreferrer nofollow">
          <Icon of={ExternalLink} />
          <FormattedMessage {...messages.openThere} values={{ forge }} />
        </a>
      )}
    </div>
  );
}

function Approvals(props: RequestProps) {
  const { request } = props;
  const { formatMessage } = useIntl();
  const { address, change, isBusy } = useRequestChange(props);
  const approvers = present(request.approvedBy?.nodes);
  const { approvalsRequired: required, approvalsLeft: left, diffHeadSha } = request;
  const id = useId();
  const isOpen = request.state === 'opened';
  const isOwn = approvers.some(({ username }) => username === session().viewer?.username);
  const set = (isApproved: boolean) =>
    void change({ perform: () => setApproval(address, isApproved, diffHeadSha ?? '') });
  return (
    <section aria-labelledby={id}>
      <div className={styles.line}>
        <h2 id={id}>
          <FormattedMessage {...messages.approvals} />
        </h2>
        {required !== null && required > 0 && (
          <span className={text.quiet}>
            <FormattedMessage {...messages.approvalsLeft} values={{ given: required - (left ?? 0), required }} />
          </span>
        )}
        {request.userPermissions.canApprove && (
          <Button busy={isBusy} onClick={() => set(true)}>
            <FormattedMessage {...messages.approve} />
          </Button>
        )}
        {isOpen && isOwn && (
          <Button busy={isBusy} onClick={() => set(false)}>
            <FormattedMessage {...messages.revoke} />
          </Button>
        )}
      </div>
      {approvers.length === 0 ? (
        <p className={text.quiet}>
          <FormattedMessage {...messages.notApproved} />
        </p>
      ) : (
        <ul className={styles.people} aria-label={formatMessage(messages.approvedBy)}>
          {approvers.map((person) => (
            <li key={person.id}>
              <Person person={person} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const checkLook = {
  passed: { tone: 'success', icon: CircleCheck },
  failed: { tone: 'danger', icon: CircleX },
  pending: { tone: 'neutral', icon: CircleDashed },
} as const satisfies Record<string, { tone: Tone; icon: LucideIcon }>;

function Checks(props: RequestProps) {
  const { request } = props;
  const { formatMessage } = useIntl();
  const { address, change, isBusy } = useRequestChange(props);
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        <FormattedMessage {...messages.checks} />
      </h2>
      <ul className={styles.checks}>
        {(request.statusChecks ?? []).map((check) => (
          <li key={check.id}>
            <Badge {...checkLook[check.status]}>
              <FormattedMessage {...messages[check.status]} />
            </Badge>
            {check.name}
            {check.status === 'failed' && request.state === 'opened' && request.userPermissions.canMerge && (
              <IconButton
                size="small"
                icon={RotateCcw}
                label={formatMessage(messages.retry, { name: check.name })}
                disabled={isBusy}
                onClick={() => void change({ perform: () => retryCheck(address, check.id) })}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Merged({ request, fullPath }: RequestProps) {
  const intl = useIntl();
  const when = request.mergedAt ? printAgo(intl, request.mergedAt) : '';
  const sha = request.mergeCommitSha ?? request.squashCommitSha ?? request.diffHeadSha;
  return (
    <p>
      {request.mergeUser && sha ? (
        <FormattedMessage
          {...messages.mergedBy}
          values={{
            when,
            who: <PersonLink key="who" person={request.mergeUser} />,
            commit: (
              <Link key="commit" className={text.link} to={{ page: 'commit', fullPath, sha }}>
                <code>{sha.slice(0, 8)}</code>
              </Link>
            ),
          }}
        />
      ) : (
        <FormattedMessage
          {...messages.mergedAtForge}
          values={{ when, forge: forgeNames[request.origin?.forge ?? ''] ?? '' }}
        />
      )}
    </p>
  );
}

function Closed({ request }: { request: MergeRequestView }) {
  const intl = useIntl();
  if (!request.closedBy || !request.closedAt) return null;
  return (
    <p>
      <FormattedMessage
        {...messages.closedBy}
        values={{
          when: printAgo(intl, request.closedAt),
          who: <PersonLink key="who" person={request.closedBy} />,
        }}
      />
    </p>
  );
}

function Merging(props: RequestProps) {
  const { request } = props;
  const { formatMessage } = useIntl();
  const { address, change, isBusy } = useRequestChange(props);
  const id = useId();
  const reasonId = useId();
  const [isSquashing, setSquashing] = useState(request.squash);
  const [isRemoving, setRemoving] = useState(request.forceRemoveSourceBranch ?? false);
  const { canMerge } = request.userPermissions;
  const { detailedMergeStatus: status, sourceBranch: source, targetBranch: target, diffHeadSha: sha } = request;
  const isReady = status === 'MERGEABLE' && canMerge && sha !== null;
  return (
    <section aria-labelledby={id} className={styles.merge}>
      <h2 id={id}>
        <FormattedMessage {...messages.merging} />
      </h2>
      <p id={reasonId}>
        {status && (
          <FormattedMessage {...messages[status]} values={{ source, target, left: request.approvalsLeft ?? 0 }} />
        )}{' '}
        {!canMerge && (
          <FormattedMessage
            {...(request.isMirror ? messages.mirror : messages.mayNotMerge)}
            values={{ branch: target }}
          />
        )}
      </p>
      {request.conflictingPaths.length > 0 && (
        // A scrollable element must be focusable.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ul className={styles.conflicts} aria-label={formatMessage(messages.conflictingFiles)} tabIndex={0}>
          {request.conflictingPaths.map((path) => (
            <li key={path}>{path}</li>
          ))}
        </ul>
      )}
      {canMerge && (
        <>
          {isReady && (
            <div className={styles.choices}>
              <Checkbox
                label={formatMessage(messages.squash)}
                checked={isSquashing}
                onChange={({ target: box }) => setSquashing(box.checked)}
              />
              <Checkbox
                label={formatMessage(messages.removeSource)}
                checked={isRemoving}
                onChange={({ target: box }) => setRemoving(box.checked)}
              />
            </div>
          )}
          <Button
            kind="primary"
            icon={GitMerge}
            busy={isBusy}
            disabled={!isReady}
            aria-describedby={reasonId}
            onClick={() =>
              void change({
                perform: () =>
                  merge(address, { sha: sha ?? '', squash: isSquashing, should_remove_source_branch: isRemoving }),
                done: formatMessage(messages.merged, { iid: request.iid }),
              })
            }
          >
            <FormattedMessage {...messages.merge} />
          </Button>
        </>
      )}
    </section>
  );
}
