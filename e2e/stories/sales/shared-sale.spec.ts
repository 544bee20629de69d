import { expectAccessible, expectLoaded, expectNoSidewaysScroll } from '../../support/checks.ts'
import { emailTo } from '../../support/mailbox.ts'
