// What is done at a board. In one process, so that one browser and one house serve all of it.

import './play.mjs';
import './alone.mjs';
import './phone.mjs';
import './learn.mjs';
import './puzzles.mjs';
import './study.mjs';
import './review.mjs';
import './telnet.mjs';
