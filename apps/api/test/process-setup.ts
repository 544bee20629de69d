import { stopTimes } from '../src/cli/shutdown.ts'
import './patience.ts'

// Loaded before the program into the processes of tests.

stopTimes.totalMs *= 10
