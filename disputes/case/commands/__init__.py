"""What people ask of a case: one struct a command, with plain text where an event will hold it sealed, and beside it
everything that is declared of the command (``disputes.case.step``).

The same structs are read from the API's bodies and filled by the admin's forms; their limits are the limits of both.
"""

# In the order of the procedure, which is that of the buttons.
# isort: off
from casino.core.commands import Command as Command
from disputes.case.commands.parts import *  # noqa: F403
from disputes.case.commands.matter import *  # noqa: F403
from disputes.case.commands.bases import *  # noqa: F403
from disputes.case.commands.decision import *  # noqa: F403
from disputes.case.commands.money import *  # noqa: F403
from disputes.case.commands.papers import *  # noqa: F403
from disputes.case.commands.complaint import *  # noqa: F403
from disputes.case.commands.ends import *  # noqa: F403
