import { configure } from '@testing-library/react';

// A slow machine is not a failure. Vitest loads it before each test of the page.
configure({ asyncUtilTimeout: 60_000 });
