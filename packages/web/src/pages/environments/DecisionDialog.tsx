import { type ApprovalStatus, MAX_APPROVAL_COMMENT } from '@milepost/core/deployments/approvals';
import { useQueryClient } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { decide, environmentsKey, type WaitingView } from '../../modules/deployments/api.ts';
import { useForm } from '../../platform/forms/form.ts';
import { FormDialog } from '../../platform/forms/FormDialog.tsx';
import { Select, TextArea } from '../../ui/field/Field.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { environmentMessages as messages } from './messages.ts';

interface DecisionDialogProps {
  fullPath: string;
  deployment: WaitingView;
  status: ApprovalStatus;
  onClose(): void;
}

/** Asks for a comment, and names the rule that the viewer decides for. */
export function DecisionDialog({ fullPath, deployment, status, onClose }: DecisionDialogProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const rules = (deployment.approvalSummary?.rules ?? []).filter(({ canApprove }) => canApprove);
  const isApproval = status === 'approved';
  const named = { ref: deployment.ref, environment: deployment.environment?.name };
  const form = useForm({
    initial: { comment: '', rule: rules[0]?.name ?? '' },
    async send(values) {
      try {
        await decide(deployment.id ?? '', { status, ...values });
      } finally {
        // Also after a refusal: somebody else may have decided.
        await client.invalidateQueries({ queryKey: environmentsKey(fullPath) });
      }
      toast({ text: formatMessage(isApproval ? messages.approved : messages.rejected, named) });
    },
  });
  return (
    <FormDialog
      title={<FormattedMessage {...(isApproval ? messages.approveTitle : messages.rejectTitle)} values={named} />}
      form={form}
      send={isApproval ? messages.approve : messages.rejectNow}
      onClose={onClose}
    >
      {!isApproval && (
        <p>
          <FormattedMessage {...messages.rejectWhy} />
        </p>
      )}
      <Select
        label={formatMessage(messages.as)}
        value={form.values.rule}
        onChange={({ target }) => form.set({ rule: target.value })}
      >
        {rules.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
      <TextArea
        label={formatMessage(messages.comment)}
        note={formatMessage(messages.commentNote)}
        rows={3}
        maxLength={MAX_APPROVAL_COMMENT}
        data-autofocus
        {...form.textField('comment')}
      />
    </FormDialog>
  );
}
