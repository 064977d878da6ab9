import type { ApprovalStatus } from '@milepost/core/deployments/approvals';
import { Check, Hourglass } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { WaitingView } from '../../modules/deployments/api.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { printAgo, printTime } from '../../ui/field/days.ts';
import { PersonAvatar } from '../../ui/text/Avatar.tsx';
import { nameInText } from '../../ui/text/names.ts';
import styles from './environments.module.css';
import { environmentMessages as messages } from './messages.ts';

type Rule = NonNullable<NonNullable<WaitingView['approvalSummary']>['rules']>[number];

/** A decision that the viewer is about to make. */
export interface Decision {
  deployment: WaitingView;
  status: ApprovalStatus;
}

export interface WaitingProps {
  deployment: WaitingView;
  onDecide(decision: Decision): void;
}

/** What a blocked deployment waits for, with *Approve* and *Reject* for those who can decide. */
export function Waiting({ deployment, onDecide }: WaitingProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { ref, createdAt, triggerer, approvalSummary } = deployment;
  const time = createdAt ?? '';
  return (
    <div className={styles.approval}>
      <Icon of={Hourglass} />
      <div>
        <h3>
          <FormattedMessage
            {...messages.blocked}
            values={{ ref, count: approvalSummary?.totalPendingApprovalCount ?? 0 }}
          />
        </h3>
        <p data-tooltip={printTime(intl, time)}>
          <FormattedMessage
            {...messages.startedBy}
            values={{ who: triggerer && nameInText(intl, triggerer), when: printAgo(intl, time) }}
          />
          {' · '}
          <code>{deployment.sha?.slice(0, 7)}</code>
        </p>
      </div>
      <ul className={styles.rules} aria-label={formatMessage(messages.rules)}>
        {(approvalSummary?.rules ?? []).map((rule) => (
          <RuleLine key={rule.name} rule={rule} />
        ))}
      </ul>
      {deployment.userPermissions.approveDeployment && (
        <div className={styles.decide}>
          <Button aria-haspopup="dialog" onClick={() => onDecide({ deployment, status: 'rejected' })}>
            <FormattedMessage {...messages.reject} />
          </Button>
          <Button
            kind="primary"
            icon={Check}
            aria-haspopup="dialog"
            onClick={() => onDecide({ deployment, status: 'approved' })}
          >
            <FormattedMessage {...messages.approve} />
          </Button>
        </div>
      )}
    </div>
  );
}

/** One rule with a mark for each approval that it requires. */
function RuleLine({ rule }: { rule: Rule }) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const given = (rule.approvals ?? []).filter(({ status }) => status === 'APPROVED');
  const counts = { approved: rule.approvedCount ?? 0, required: rule.requiredApprovals ?? 0 };
  return (
    <li>
      <b>{rule.name}</b>
      <span className={styles.slots}>
        {given.map(({ user, comment }) => {
          const who = formatMessage(messages.approvedBy, { who: user && nameInText(intl, user) });
          return (
            <span key={user?.id} role="img" aria-label={who} data-tooltip={comment ? `${who}: ${comment}` : who}>
              {user && <PersonAvatar person={user} size={20} />}
            </span>
          );
        })}
        {Array.from({ length: rule.pendingApprovalCount ?? 0 }, (_, index) => (
          <i key={index} />
        ))}
      </span>
      <span>
        <FormattedMessage {...(rule.canApprove ? messages.ruleCountYou : messages.ruleCount)} values={counts} />
      </span>
    </li>
  );
}
