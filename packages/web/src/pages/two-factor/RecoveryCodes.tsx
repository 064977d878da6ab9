import { useQueryClient } from '@tanstack/react-query';
import { Copy, Download, LifeBuoy } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { session } from '../../platform/session/session.ts';
import { factorsQuery, type FactorsView, replaceRecoveryCodes } from '../../modules/users/second-factor-api.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { Row, Rows } from '../../ui/list/Rows.tsx';
import { copyText } from '../../ui/overlay/copy-text.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { twoFactorMessages as messages } from './messages.ts';
import { ProofDialog } from './ProofDialog.tsx';
import styles from './TwoFactor.module.css';

/** How many recovery codes are left, and a button that makes new ones. */
export function RecoveryCodes({ factors, onCodes }: { factors: FactorsView; onCodes(codes: string[]): void }) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  return (
    <Section title={<FormattedMessage {...messages.codes} />}>
      <p className={styles.lead}>
        <FormattedMessage {...messages.codesLead} />
      </p>
      <Rows label={formatMessage(messages.codes)}>
        <Row
          before={<Icon of={LifeBuoy} />}
          title={<FormattedMessage {...messages.codesLeft} values={{ count: factors.recovery_codes_left }} />}
          end={
            <Button size="small" onClick={() => setAsking(true)}>
              <FormattedMessage {...messages.newCodes} />
            </Button>
          }
        />
      </Rows>
      {isAsking && (
        <ProofDialog
          title={<FormattedMessage {...messages.newCodes} />}
          hasPassword={factors.has_password}
          confirm={messages.newCodes}
          perform={async (proof) => {
            onCodes((await replaceRecoveryCodes(proof)).recovery_codes);
            await client.invalidateQueries({ queryKey: factorsQuery.queryKey });
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            <FormattedMessage {...messages.newCodesWhy} />
          </p>
        </ProofDialog>
      )}
    </Section>
  );
}

/** Shows new recovery codes, once. */
export function MadeCodes({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const { formatMessage } = useIntl();
  const text = `${codes.join('\n')}\n`;
  const copy = () =>
    copyText(text, { copied: formatMessage(messages.copied), notCopied: formatMessage(messages.notCopied) });
  const download = (): void => {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    const link = Object.assign(document.createElement('a'), {
      href: url,
      download: `${session()
        .instanceName.toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '-')}-recovery-codes.txt`,
    });
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <Dialog
      title={<FormattedMessage {...messages.codes} />}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          <FormattedMessage {...messages.stored} />
        </Button>
      }
    >
      <p>
        <FormattedMessage {...messages.codesMade} />
      </p>
      <ul className={styles.codes} aria-label={formatMessage(messages.codes)}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <span className={styles.buttons}>
        <Button size="small" icon={Copy} data-autofocus onClick={() => void copy()}>
          <FormattedMessage {...messages.copy} />
        </Button>
        <Button size="small" icon={Download} onClick={download}>
          <FormattedMessage {...messages.download} />
        </Button>
      </span>
    </Dialog>
  );
}
