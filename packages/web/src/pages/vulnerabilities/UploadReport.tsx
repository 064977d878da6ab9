import { FormattedMessage, useIntl } from 'react-intl';
import { sendReport, vulnerabilitiesKey } from '../../modules/vulnerabilities/api.ts';
import { useChange } from '../../platform/forms/use-change.ts';
import { FileButton } from '../../ui/button/FileButton.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { pageMessages as messages } from './messages.ts';

/** Sends a report file of a scanner. */
export function UploadReport({ fullPath }: { fullPath: string }) {
  const { formatMessage } = useIntl();
  const { change, isBusy } = useChange(vulnerabilitiesKey);
  const send = (file: File): void =>
    void change({
      perform: async () => {
        const { no_longer_detected: gone, ...counts } = await sendReport(fullPath, file);
        toast({ text: formatMessage(messages.sent, { ...counts, gone }) });
      },
    });
  return (
    <FileButton
      label={formatMessage(messages.upload)}
      accept=".sarif,.json,application/json"
      busy={isBusy}
      onChoose={send}
    >
      <FormattedMessage {...messages.upload} />
    </FileButton>
  );
}
