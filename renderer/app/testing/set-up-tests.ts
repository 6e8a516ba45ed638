import { configure } from '@testing-library/react';

// A slow machine must not fail a test. Vitest loads this before each test file of the page.
configure({ asyncUtilTimeout: 60_000 });
