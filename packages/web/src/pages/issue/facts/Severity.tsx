import { useIntl, FormattedMessage } from 'react-intl';
import type { IssuableSeverity } from '../../../gen/graphql.ts';
import { fixedOptions } from '../../../modules/work-items/sidebar/fixed-options.ts';
import { PickWidget } from '../../../modules/work-items/sidebar/PickWidget.tsx';
import { useSave } from '../../../modules/work-items/sidebar/save.ts';
import { severityMessages, sidebarMessages } from '../../../modules/work-items/sidebar/messages.ts';
import type { PickerOption } from '../../../ui/overlay/Picker.tsx';
import { changeSeverity, issueQuery, type IssueView, type SeverityChange } from '../data/api.ts';
import type { FactProps } from './fact.ts';
import { useFactRefresh } from './refresh.ts';
import { Siren } from 'lucide-react';
import { Badge, type Tone } from '../../../ui/text/Badge.tsx';

/** The most severe first. */
const severities: readonly IssuableSeverity[] = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'UNKNOWN'];

/** The severity of an incident; other types have none. */
export function Severity({ issue, fullPath, mayEdit }: FactProps) {
  const { formatMessage } = useIntl();
  const { iid } = issue;
  const refresh = useFactRefresh({ fullPath, iid });
  const save = useSave<SeverityChange, IssueView>(issueQuery(fullPath, iid).queryKey, (change) =>
    changeSeverity(fullPath, iid, change),
  );
  if (issue.type !== 'INCIDENT') return null;
  const optionOf = (severity: IssuableSeverity): PickerOption => ({
    value: severity,
    title: formatMessage(severityMessages[severity]),
  });
  const severity = issue.severity ?? 'UNKNOWN';
  return (
    <PickWidget
      name={formatMessage(severityMessages.severity)}
      pickName={formatMessage(severityMessages.select)}
      mayEdit={mayEdit}
      refresh={refresh.severity}
      refreshFailed={formatMessage(severityMessages.readFailed)}
      empty={formatMessage(severityMessages.UNKNOWN)}
      failed={formatMessage(severityMessages.failed)}
      fetchFailed={formatMessage(sidebarMessages.saveFailed)}
      chosen={[optionOf(severity)]}
      options={fixedOptions('severity', severities.map(optionOf))}
      isOrdered
      onSave={async ([chosen]) => {
        const next = severities.find((each) => each === chosen?.value);
        if (!next || next === severity) return;
        await save({ severity: next }, (view) => ({ ...view, severity: next }), { field: 'severity', item: issue });
      }}
      value={<SeverityBadge severity={severity} />}
    />
  );
}

const tones: Readonly<Record<IssuableSeverity, Tone>> = {
  CRITICAL: 'danger',
  HIGH: 'warning',
  MEDIUM: 'info',
  LOW: 'neutral',
  UNKNOWN: 'neutral',
};

/** The severity of an incident. */
function SeverityBadge({ severity }: { severity: IssuableSeverity }) {
  return (
    <Badge tone={tones[severity]} icon={Siren}>
      <FormattedMessage {...severityMessages[severity]} />
    </Badge>
  );
}
