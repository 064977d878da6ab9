import { useQuery } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { countriesQuery, countryStatesQuery } from '../../modules/billing/api.ts';
import type { FormState } from '../../platform/forms/form.ts';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { Select, TextField } from '../../ui/field/Field.tsx';
import { FieldPair } from '../../ui/page/Page.tsx';
import { billingMessages as messages } from './messages.ts';
import type { BillingAddress } from './provider-form.ts';

/** The billing address; a country with parts offers them. */
export function AddressFields({ form }: { form: FormState<BillingAddress> }) {
  const { formatMessage } = useIntl();
  const optional = formatMessage(messages.optional);
  const countries = useQuery(countriesQuery);
  return (
    <>
      <TextField label={formatMessage(messages.name)} autoComplete="billing name" {...form.textField('name')} />
      <TextField
        label={formatMessage(messages.line1)}
        autoComplete="billing address-line1"
        {...form.textField('line1')}
      />
      <TextField
        label={formatMessage(messages.line2)}
        note={optional}
        autoComplete="billing address-line2"
        {...form.textField('line2')}
      />
      <FieldPair>
        <TextField
          label={formatMessage(messages.postalCode)}
          note={optional}
          autoComplete="billing postal-code"
          {...form.textField('postalCode')}
        />
        <TextField
          label={formatMessage(messages.city)}
          autoComplete="billing address-level2"
          {...form.textField('city')}
        />
      </FieldPair>
      <QueryView query={countries}>
        {(options) => (
          <FieldPair>
            <Select
              label={formatMessage(messages.country)}
              autoComplete="billing country"
              value={form.values.country}
              error={form.problemOf('country')}
              onChange={({ target }) => form.set({ country: target.value, state: '' })}
            >
              <Options of={options} />
            </Select>
            <StateField form={form} />
          </FieldPair>
        )}
      </QueryView>
    </>
  );
}

/** Nothing for a country without parts. Without an answer the address is complete, too. */
function StateField({ form: { values, set } }: { form: FormState<BillingAddress> }) {
  const { formatMessage } = useIntl();
  const { data: states = [] } = useQuery(countryStatesQuery(values.country));
  if (states.length === 0) return null;
  return (
    <Select
      label={formatMessage(messages.state)}
      note={formatMessage(messages.optional)}
      autoComplete="billing address-level1"
      value={values.state}
      onChange={({ target }) => set({ state: target.value })}
    >
      <Options of={states} />
    </Select>
  );
}

function Options({ of }: { of: readonly (readonly [name: string, code: string])[] }) {
  return (
    <>
      <option value="">
        <FormattedMessage {...messages.choose} />
      </option>
      {of.map(([name, code]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </>
  );
}
