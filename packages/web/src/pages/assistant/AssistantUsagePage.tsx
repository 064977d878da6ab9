import { Download } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import { usageCsvAddress } from '../../modules/ai/api.ts';
import { download } from '../../platform/api/download.ts';
import { session } from '../../platform/session/session.ts';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { AdminFrame } from '../admin/AdminFrame.tsx';
import { assistantSettingsMessages as messages } from './messages.ts';
import { UsageLog } from './UsageLog.tsx';
import styles from './assistant.module.css';

/** What the assistant was used for in the whole installation. */
export function AssistantUsagePage() {
  return (
    <AdminFrame
      page="adminAssistant"
      actions={
        <Button icon={Download} onClick={() => download(usageCsvAddress(null), '')}>
          <FormattedMessage {...messages.export} />
        </Button>
      }
    >
      {!session().hasAssistant && (
        <Alert tone="info">
          <FormattedMessage {...messages.noModel} />
        </Alert>
      )}
      <div className={styles.usage}>{session().viewer?.isAdmin && <UsageLog group={null} />}</div>
    </AdminFrame>
  );
}
