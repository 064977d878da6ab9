import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import '../styles/base.css';
import './served.ts';

afterEach(cleanup);

// A busy machine must not fail a test.
configure({ asyncUtilTimeout: 30_000 });

// Transitions end at once; animation is only visual.
const still = document.createElement('style');
still.textContent = '*, ::before, ::after, ::backdrop { transition: none !important; animation: none !important; }';
document.head.append(still);
