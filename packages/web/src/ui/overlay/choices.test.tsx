import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { IntlProvider } from 'react-intl';
import { expect, test } from 'vitest';
import { Segmented } from '../field/Segmented.tsx';
import { Tabs } from '../list/Tabs.tsx';
import { Toggle } from '../field/Toggle.tsx';

const tabs = [
  { value: 'opened', label: 'Open', count: 1526 },
  { value: 'closed', label: 'Closed' },
  { value: 'all', label: 'All' },
] as const;

function StateTabs() {
  const [value, setValue] = useState<'opened' | 'closed' | 'all'>('opened');
  return (
    <IntlProvider locale="en">
      <Tabs label="State" tabs={tabs} value={value} onChange={setValue}>
        Epics that are {value}
      </Tabs>
    </IntlProvider>
  );
}

test('a press chooses a tab, and the panel carries its name', async () => {
  render(<StateTabs />);
  expect(screen.getByRole('tab', { name: 'Open 1,526' })).toHaveAttribute('aria-selected', 'true');
  await userEvent.click(screen.getByRole('tab', { name: 'Closed' }));
  expect(screen.getByRole('tabpanel', { name: 'Closed' })).toHaveTextContent('Epics that are closed');
});

test('tabs are one tab stop; arrows choose and wrap, Home and End go to the ends', async () => {
  render(<StateTabs />);
  const user = userEvent.setup();
  await user.tab();
  expect(screen.getByRole('tab', { name: /Open/ })).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { name: 'Closed' })).toHaveFocus();
  expect(screen.getByRole('tabpanel')).toHaveTextContent('closed');
  await user.keyboard('{End}{ArrowRight}');
  expect(screen.getByRole('tab', { name: /Open/ })).toHaveFocus();
  await user.keyboard('{End}{Home}');
  expect(screen.getByRole('tabpanel')).toHaveTextContent('opened');
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('tabpanel')).toHaveTextContent('opened');
});

test('segments behave as a group of radio buttons', async () => {
  function Preset() {
    const [value, setValue] = useState<'quarters' | 'months'>('quarters');
    const options = [
      { value: 'quarters', label: 'Quarters' },
      { value: 'months', label: 'Months' },
    ] as const;
    return <Segmented label="Preset" value={value} options={options} onChange={setValue} />;
  }
  render(<Preset />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('radio', { name: 'Months' })).toBeChecked();
  expect(screen.getByRole('radio', { name: 'Months' })).toHaveFocus();
});

test('a toggle says what it turned to', async () => {
  function Labels() {
    const [isOn, setOn] = useState(false);
    return (
      <Toggle checked={isOn} onChange={setOn}>
        Show labels
      </Toggle>
    );
  }
  render(<Labels />);
  const toggle = screen.getByRole('switch', { name: 'Show labels' });
  expect(toggle).not.toBeChecked();
  await userEvent.click(toggle);
  expect(toggle).toBeChecked();
});
