import { type FormEvent, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { printAddress } from '../../platform/navigation/addresses.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { TextField } from '../../ui/field/Field.tsx';
import { EntrancePage, entranceLook } from '../../platform/frame/EntrancePage.tsx';
import { setUpMessages as messages } from '../../modules/users/set-up-messages.ts';

/** A URL that ends in the token, or the token alone. */
const TOKEN = /^(?:\S*\/-\/set-up\/)?([A-Za-z0-9]{43})\/?$/;

/** Set-up for visitors without the URL that the server printed: its token proves who runs the server. */
export function AskForAddress({ isUsed = false }: { isUsed?: boolean }) {
  const { formatMessage } = useIntl();
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const token = TOKEN.exec(typed.trim())?.[1];
    if (token === undefined) setWrong(true);
    // A full page load: the server says whether the link works.
    else window.location.assign(printAddress({ page: 'setUp', token }));
  };
  return (
    <EntrancePage>
      <form noValidate onSubmit={submit}>
        <h1>
          <FormattedMessage {...messages.title} />
        </h1>
        <p className={entranceLook.lead}>
          <FormattedMessage {...messages.askLead} />
        </p>
        {isUsed && (
          <Alert tone="danger">
            <FormattedMessage {...messages.used} />
          </Alert>
        )}
        <TextField
          label={formatMessage(messages.address)}
          name="address"
          large
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={typed}
          error={isWrong ? formatMessage(messages.addressProblem) : undefined}
          onChange={(event) => {
            setTyped(event.target.value);
            setWrong(false);
          }}
        />
        <Button type="submit" kind="primary" size="large">
          <FormattedMessage {...messages.goOn} />
        </Button>
      </form>
    </EntrancePage>
  );
}
