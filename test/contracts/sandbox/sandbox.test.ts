import { sandboxContract } from './sandbox.contract.ts';

sandboxContract(`the sandbox of ${process.platform}`);
