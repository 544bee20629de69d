import { lowerHashCost } from './hash-cost.ts'
import './patience.ts'

lowerHashCost()
