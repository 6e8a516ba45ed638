export {
  type CodeClass,
  type CodeFacts,
  codeFacts,
  isServiceCode,
  SERVICE_CODES,
  type ServiceCode,
} from './classes.ts';
